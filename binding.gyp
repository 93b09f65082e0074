{
  # 0 leaves the binding of the CUDA driver out.
  "variables": { "cuda%": 1 },
  "target_defaults": {
    "dependencies": ["<!(node -p \"require('node-addon-api').targets\"):node_addon_api_except"],
    "defines": ["NAPI_VERSION=9"],
    "default_configuration": "Release"
  },
  "targets": [
    {
      # Comparison and reference arithmetic. No fused multiply-add: the TypeScript twin has none, and results agree to the bit.
      "target_name": "compare",
      "sources": [
        "native/compare/addon.cc",
        "native/compare/compare.cc",
        "native/compare/reference.cc"
      ],
      "cflags_cc": ["-O3", "-ffp-contract=off", "-Wall", "-Wextra"],
      "xcode_settings": {
        "GCC_OPTIMIZATION_LEVEL": "3",
        "MACOSX_DEPLOYMENT_TARGET": "11.0",
        "OTHER_CPLUSPLUSFLAGS": ["-ffp-contract=off"]
      },
      "msvs_settings": {
        "VCCLCompilerTool": { "FloatingPointModel": "0" }
      }
    }
  ],
  "conditions": [
    [
      "OS=='linux' and cuda==1",
      {
        "targets": [
          {
            # The CUDA driver, opened at run time: needs no toolkit to build and no driver to load.
            "target_name": "cuda",
            "sources": [
              "native/cuda/addon.cc",
              "native/cuda/binding.cc",
              "native/cuda/buffers.cc",
              "native/cuda/clocks.cc",
              "native/cuda/devices.cc",
              "native/cuda/driver.cc",
              "native/cuda/launches.cc",
              "native/cuda/memory.cc",
              "native/cuda/modules.cc",
              "native/cuda/wait.cc"
            ],
            "cflags_cc": ["-std=c++17", "-O2", "-Wall", "-Wextra"],
            "libraries": ["-ldl"]
          }
        ]
      }
    ]
  ]
}
