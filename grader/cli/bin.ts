#!/usr/bin/env node
import { processIo } from './io.ts';
import { main } from './main.ts';
import { services } from './services.ts';

process.exitCode = await main(process.argv.slice(2), processIo(), services);
