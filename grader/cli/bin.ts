#!/usr/bin/env node
import { processIo } from './io.ts';
import { main } from './main.ts';
import { services } from './services.ts';

const status = await main(process.argv.slice(2), processIo(), services);
// Output that could not be written has set one already.
process.exitCode ??= status;
// What still waits for a container engine that hangs must not keep a program from ending whose work is done.
process.stdout.write('', () => process.stderr.write('', () => setImmediate(() => process.exit())));
