// SPDX-License-Identifier: MIT
// A worker on WebAssembly that the page or the program compiled.
import { instantiate } from './loader.js';
import { serve } from './serve.js';

serve(instantiate);
