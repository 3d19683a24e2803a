import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { exitOnError, stopOnSignals } from './start/exit-on-error.ts';
import { startProduct } from './start-product.ts';

if (existsSync('.env')) loadEnvFile('.env');

const running = await startProduct({ env: process.env, print: (line) => console.log(line) }).catch(exitOnError);
stopOnSignals(running);
