# SPDX-License-Identifier: MIT
# The few commands of the README, by name. Everything is done by CMake and the scripts in tools/.
.POSIX:
.PHONY: all configure demo test sanitize asan tsan bench install format clean help

JOBS = $$(nproc)
PREFIX = /usr/local

all: configure
	@cmake --build build -j $(JOBS)

configure:
	@tools/setup.sh build
	@mkdir -p build
	@cmake -S . -B build >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

help:
	@echo 'make demo      set up, build, and plan a change on real keys of this machine'
	@echo 'make test      set up, build, and run all tests and checks'
	@echo 'make sanitize  the tests again under ASan+UBSan, then the live tests under TSan'
	@echo 'make bench     every goal of speed with its verdict (ARGS=--quick: within a minute)'
	@echo 'make install   install under PREFIX (now $(PREFIX))'
	@echo 'make format    lay out the C files as .clang-format says'

demo:
	@$(MAKE) -s configure
	@echo 'building berth ...' >&2
	@cmake --build build -j $(JOBS) --target berth_tool >/dev/null
	@tools/demo.sh build/berth

test:
	@tools/setup.sh build test
	@tools/setup.sh oracle
	@tools/test.sh build none

sanitize: asan tsan

asan:
	@tools/setup.sh build test
	@tools/test.sh build-asan address -LE 'slow|check|oracle'

tsan:
	@tools/setup.sh build test
	@tools/test.sh build-tsan thread -L thread

# Measures also a second copy of the library, compiled for this CPU only. ARGS="--quick", ...
bench:
	@$(MAKE) -s configure
	@cmake -S . -B build -DBERTH_BENCH_NATIVE=ON >build/configure.log
	@echo 'building berth-bench ...' >&2
	@cmake --build build -j $(JOBS) --target berth_bench berth_tool >/dev/null
	@build/berth-bench $(ARGS)

install: all
	@cmake --install build --prefix $(PREFIX)

format:
	@find include src cli bench examples tests -name '*.[ch]' -exec clang-format -i {} +

clean:
	@rm -rf build build-asan build-tsan
