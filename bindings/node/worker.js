// SPDX-License-Identifier: MIT
// A worker on native code.
import { serve } from '../../wasm/serve.js';
import { startNative } from './backend.js';

serve(startNative);
