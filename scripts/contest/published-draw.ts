import { PublishedDrawAnswer } from '#contract/contest.ts';
import type { RecordKeyTerm } from '#domain/record/record-handover.ts';
import { contestPaths } from '#contract/contest-paths.ts';
import { pause } from '#research/history/pause.ts';
import { createRecordAddress } from '../record/record-address.ts';
import { UsageError } from '#research/bars/usage-error.ts';

interface ReadDraw {
  readonly draw: PublishedDrawAnswer;
  /** Keys of the public record at the same address, oldest first. */
  readonly keys: readonly RecordKeyTerm[];
}

/** A draw as published. */
export async function readPublishedDraw(address: string, fetchUrl: typeof fetch): Promise<ReadDraw> {
  const get = async (path: string): Promise<Response> => {
    const answer = await fetchUrl(new URL(path, address)).catch((error: unknown) => {
      throw new UsageError(
        `${address} does not answer: ${String(error instanceof Error ? (error.cause ?? error) : error)}`,
      );
    });
    if (answer.status === 404)
      throw new UsageError(`${address} has no draw: it has not taken place, or there is no contest.`);
    if (!answer.ok) throw new UsageError(`${address} answers ${answer.status} to ${path}.`);
    return answer;
  };
  const draw = PublishedDrawAnswer.parse(await (await get(contestPaths.draw)).json());
  return { draw, keys: await createRecordAddress(address, { fetchUrl, pause }).keys() };
}
