#!/bin/sh
# Compiles the core with sanitizers and runs the core's tests with it; thread errors are looked for
# in a C++ program, as Python itself is not compiled for them. Usage: sanitized.sh PYTHON
#
# The agreement tests run the same loops with many parameters, and nearly all of their time is that
# of the reference in Python: one in EVERY of them is run, 1 for all.
set -eu
python=$1
every=${EVERY:-11}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$root/build/sanitized
compiler=${CXX:-c++}
mkdir -p "$work"

echo "Threads: the program of tests/core/run_tasks.cpp"
"$compiler" -std=c++20 -O1 -g -pthread -fsanitize=thread -I"$root/src/core" \
  "$root/tests/core/run_tasks.cpp" "$root/src/core/base/threads.cpp" -o "$work/run_tasks"
for threads in 1 2 7; do
  for case in every_task stopped failing; do
    TSAN_OPTIONS=halt_on_error=1 "$work/run_tasks" "$case" "$threads" >/dev/null
  done
done

echo "Addresses and undefined behaviour: the tests of the core"
flags="-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1"
CXXFLAGS="$flags" LDFLAGS="-fsanitize=address,undefined" cmake -S "$root" -B "$work/build" \
  -G Ninja -DCMAKE_BUILD_TYPE=None -DPython_EXECUTABLE="$python" \
  -Dnanobind_DIR="$("$python" -m nanobind --cmake_dir)" >"$work/configure.log"
cmake --build "$work/build" --target _core >"$work/build.log"
rm -rf "$work/package"
cp -r "$root/src/rosenblatt" "$work/package.new" && mkdir "$work/package"
mv "$work/package.new" "$work/package/rosenblatt"
cp "$work/build"/_core*.so "$work/package/rosenblatt/_core/"
cat >"$work/first.py" <<PY
import sys
sys.meta_path[:] = [each for each in sys.meta_path if "rosenblatt" not in str(vars(each))]
sys.path.insert(0, "$work/package")
import rosenblatt._core
assert "$work" in rosenblatt._core.__file__, rosenblatt._core.__file__
import pytest


class Thinned:
    """Leaves out most of the agreement tests, evenly among rules, rows and orders."""

    def pytest_collection_modifyitems(self, config, items):
        repeated = [item for item in items if item.path.name == "test_agreement.py"]
        left_out = set(repeated) - set(repeated[::$every])
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


options = ["-q", "-s", "-p", "no:xdist", "-p", "no:randomly"]  # a captured finding is lost
sys.exit(pytest.main([*options, *sys.argv[1:]], plugins=[Thinned()]))
PY
cd "$root"
preload=$("$compiler" -print-file-name=libasan.so):$("$compiler" -print-file-name=libubsan.so)
# Python never gives all of its memory back, so that leaks cannot be told apart.
LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 \
  SCIPY_ARRAY_API=1 "$python" "$work/first.py" \
  tests/core tests/faults/test_sparse.py tests/faults/test_layout.py -k "not sanit" -m "not slow"
