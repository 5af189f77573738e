#!/bin/sh
# Builds the test module beside the tests.
set -e
cd "$(dirname "$0")"
PY=${PY:-python}
NB=$($PY -c "import nanobind; print(nanobind.include_dir())")
INC=$($PY -c "import sysconfig; print(sysconfig.get_path('include'))")
EXT=$($PY -c "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))")
FLAGS="-std=c++20 -O3 -fPIC -ffp-contract=off -fno-math-errno -fno-trapping-math -fvisibility=hidden -Wall -Wextra -Isrc/core"
mkdir -p build
[ build/nb.o -nt "$NB/../src/nb_combined.cpp" ] || g++ -std=c++17 -O2 -fPIC -fvisibility=hidden -fno-strict-aliasing -DNDEBUG -I$NB -I$NB/../ext/robin_map/include -I$INC -c $NB/../src/nb_combined.cpp -o build/nb.o
g++ $FLAGS -c src/core/search/kernels_baseline.cpp -o build/kb.o
g++ $FLAGS -mavx2 -c src/core/search/kernels_avx2.cpp -o build/ka.o
g++ $FLAGS -fno-strict-aliasing -isystem $NB -isystem $INC -c bindings/search_module.cpp -o build/m.o
g++ $FLAGS -DROSENBLATT_NO_AVX2 -c src/core/search/kernels_baseline.cpp -o build/kn.o
g++ $FLAGS -DMODULE=search_module_baseline -fno-strict-aliasing -isystem $NB -isystem $INC -c bindings/search_module.cpp -o build/mn.o
g++ -shared build/mn.o build/kn.o build/nb.o -o tests/search_module_baseline$EXT -pthread
g++ -shared build/m.o build/kb.o build/ka.o build/nb.o -o tests/search_module$EXT -pthread
