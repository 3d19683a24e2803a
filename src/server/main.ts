import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { exitOnFault } from './exit-on-fault.ts';
import { startProduct } from './start-product.ts';
import { stopOnSignals } from './stop-on-signals.ts';

if (existsSync('.env')) loadEnvFile('.env');

const running = await startProduct({ env: process.env, say: (line) => console.log(line) }).catch(exitOnFault);
stopOnSignals(running);
