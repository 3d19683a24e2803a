import { PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { UsageError } from '#research/bars/usage-error.ts';

/** A draw as published. */
export async function readPublishedDraw(address: string, fetchUrl: typeof fetch): Promise<PublishedDrawAnswer> {
  const answer = await fetchUrl(new URL(contestPaths.draw, address)).catch((error: unknown) => {
    throw new UsageError(
      `${address} does not answer: ${String(error instanceof Error ? (error.cause ?? error) : error)}`,
    );
  });
  if (answer.status === 404)
    throw new UsageError(
      `${address} has no draw to verify: it has not taken place, it followed the rule of an older release, or there is no contest.`,
    );
  if (!answer.ok) throw new UsageError(`${address} answers ${answer.status} to ${contestPaths.draw}.`);
  return PublishedDrawAnswer.parse(await answer.json());
}
