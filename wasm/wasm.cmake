# SPDX-License-Identifier: MIT
# Emscripten as compiler and linker alone: a bare module without its JavaScript, which wants
# globals, installs handlers and calls each function through a trampoline. loader.js replaces it.
#   --no-entry               the exports are those of exports.h
#   -Wl,--stack-first        an overflow traps instead of overwriting data
#   -sTOTAL_STACK            twice what the calls take; a test measures it
#   -Wl,--export=__heap_base the memory behind it is JavaScript's; the core itself allocates none
set(KATWISE_WASM_OUTPUT ${PROJECT_SOURCE_DIR}/build/wasm CACHE PATH "where the modules go")
find_program(KATWISE_NODE_PROGRAM node nodejs REQUIRED)

if(KATWISE_SIMD128)
  set(module katwise-simd128)
else()
  set(module katwise-plain)
endif()

add_executable(katwise_wasm $<TARGET_OBJECTS:core> wasm/exports.c wasm/signatures.c)
target_include_directories(katwise_wasm PRIVATE core)
target_compile_options(katwise_wasm PRIVATE -Wall -Wextra -Wconversion
  $<$<BOOL:${KATWISE_STRICT}>:-Werror>)
set_target_properties(katwise_wasm PROPERTIES
  OUTPUT_NAME ${module} SUFFIX .wasm RUNTIME_OUTPUT_DIRECTORY ${KATWISE_WASM_OUTPUT})
target_link_options(katwise_wasm PRIVATE -O3 --no-entry -Wl,--stack-first -Wl,--export=__heap_base
  -sSTRICT=1 -sFILESYSTEM=0 -sASSERTIONS=0 -sSUPPORT_LONGJMP=0
  -sTOTAL_STACK=65536 -sINITIAL_MEMORY=262144 -sALLOW_MEMORY_GROWTH=1
  -sERROR_ON_UNDEFINED_SYMBOLS=0 -sWARN_ON_UNDEFINED_SYMBOLS=0) # a test lists the imports

# The same module as an ES module, for callers that cannot wait for a file.
add_custom_command(TARGET katwise_wasm POST_BUILD VERBATIM
  COMMAND ${KATWISE_NODE_PROGRAM} ${PROJECT_SOURCE_DIR}/wasm/inline.mjs
    $<TARGET_FILE:katwise_wasm> ${KATWISE_WASM_OUTPUT}/${module}.mjs)
