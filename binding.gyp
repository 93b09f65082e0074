{
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
  ]
}
