import { PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/contest-paths.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { UsageError } from '../bars/usage-error.ts';

interface ReadDraw {
  readonly draw: PublishedDrawAnswer;
  /** The key of the public record at the same address. */
  readonly vkey: string;
}

/** A draw as anybody reads it. */
export async function readPublishedDraw(address: string, ask: typeof fetch): Promise<ReadDraw> {
  const get = async (path: string): Promise<Response> => {
    const answer = await ask(new URL(path, address)).catch((fault: unknown) => {
      throw new UsageError(`${address} does not answer: ${String((fault as Error).cause ?? fault)}`);
    });
    if (answer.status === 404)
      throw new UsageError(`${address} has no draw: it has not taken place, or there is no contest.`);
    if (!answer.ok) throw new UsageError(`${address} answers ${answer.status} to ${path}.`);
    return answer;
  };
  const draw = PublishedDrawAnswer.parse(await (await get(contestPaths.draw)).json());
  return { draw, vkey: (await (await get(recordPaths.key)).text()).trim() };
}
