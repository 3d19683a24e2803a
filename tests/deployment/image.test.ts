import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read } from './compose-file.ts';

const isThere = (path: string): boolean => existsSync(new URL(`../../${path}`, import.meta.url));
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** With the brand that is built without an argument. */
const dockerfile = read('Dockerfile').replaceAll('${BRAND_DIR}', 'brand');

describe('Dockerfile', () => {
  const stages = dockerfile.split(/^FROM /m).slice(1);

  it('copies what is there, into an image of two stages that runs as a user without rights', () => {
    expect(stages).toHaveLength(2);
    const copied = all(stages[1] ?? '', /^COPY --from=build \/kurs\/(\S+)/gm);
    const built = ['node_modules', 'build'];
    expect(copied.filter((path) => !built.includes(path) && !isThere(path))).toEqual([]);
    expect(stages[1]).toMatch(/^USER node$/m);
    expect(stages[1]).toMatch(/^HEALTHCHECK /m);
  });

  it('has every file outside src that the product reads', () => {
    const copied = all(stages[1] ?? '', /^COPY --from=build \/kurs\/(\S+)/gm);
    const sources = execFileSync('git', ['ls-files', 'src/server', 'src/sandbox-broker'], {
      encoding: 'utf8',
    });
    const paths = sources
      .split('\n')
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) =>
        all(read(path), /new URL\('(\.\.?\/[^']+)', import\.meta\.url\)/g).map((to) => posix.join(dirname(path), to)),
      );
    // And the folders that settings name by default; DATA_DIR is the volume.
    paths.push(...all(read('.env.example'), /^#\w+=\.\/(\S+)$/gm).filter((path) => path !== 'data'));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => !copied.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual([]);
  });

  it('builds both stages on one base image, named by its digest, and warns of a tag alone', () => {
    expect(stages.map((stage) => stage.split(/\s/, 1)[0])).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
    const [, pinned = ''] = /^ARG NODE_IMAGE=(\S+@sha256:[0-9a-f]{64})$/m.exec(dockerfile) ?? [];
    expect(pinned).toMatch(/^node:\d+-bookworm-slim@/);
    const [, warning = ''] = /^RUN (case "\$NODE_IMAGE" .*)$/m.exec(dockerfile) ?? [];
    const warn = (image: string): string =>
      spawnSync('sh', ['-c', warning], { env: { NODE_IMAGE: image }, encoding: 'utf8' }).stderr;
    expect(warn('node:26-bookworm-slim')).toContain('WARNING');
    expect(warn(`node:26-bookworm-slim@sha256:${'0'.repeat(64)}`)).toBe('');
  });

  it('starts the product itself, so that SIGTERM reaches it', () => {
    expect(/^CMD (\[.*\])$/m.exec(stages[1] ?? '')?.[1]).toBe('["node", "src/server/main.ts"]');
  });
});
