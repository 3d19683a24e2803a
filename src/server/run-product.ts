import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { exitOnError, stopOnSignals } from './start/exit-on-error.ts';
import { type AddressShown, startProduct } from './start-product.ts';

/** Runs the product as this process, with the settings of its environment and of the file `.env`. */
export async function runProduct(addressShown: AddressShown): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env');
  const print = (line: string): void => console.log(line);
  stopOnSignals(await startProduct(process.env, print, addressShown).catch(exitOnError));
}
