import { minuteMs } from '#domain/time.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { type Grown, growMirror } from './grow-mirror.ts';
import type { MirrorFolder } from './mirror-folder.ts';
import { openAddressSource } from './address-source.ts';
import type { FetchDependencies } from '../record/fetch-answer.ts';
import { createRecordAddress } from '../record/record-address.ts';

interface RunMirrorDependencies extends FetchDependencies {
  readonly address: string;
  readonly folder: MirrorFolder;
  /** One round instead of one a minute. */
  readonly once: boolean;
  readonly print: (line: string) => void;
}

/** Until a Contradiction, which it throws. A server that is away is tried again in the next round. */
export async function runMirror({
  address,
  folder,
  once,
  print,
  fetchUrl,
  pause,
}: RunMirrorDependencies): Promise<void> {
  const needs = { fetchUrl, pause };
  const record = createRecordAddress(address, needs);
  let last: Grown | null = null;
  for (;;) {
    try {
      const grown = await growMirror({ record, source: await openAddressSource(address, needs), folder });
      if (grown.size !== last?.size || grown.opened !== last.opened)
        print(`${grown.size} leaves are mirrored, ${grown.opened} of them open`);
      last = grown;
    } catch (error) {
      if (once || !(error instanceof UsageError)) throw error;
      print(error.message);
    }
    if (once) return;
    await pause(minuteMs);
  }
}
