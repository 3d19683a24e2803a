import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIfStale } from '#scripts/build-if-stale.ts';
import { describeWithSmallDisk } from '#tests/support/network/small-disk.ts';
import { signIn } from '#tests/support/api-client.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** What the second stage of the Dockerfile copies into the image. */
const copied = [...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY --from=build \/kurs\/(\S+)/gm)].map(
  ([, path = '']) => path,
);

/**
 * A root with the system's libraries, the image's files and nothing else, read-only but for /data,
 * as user and group nobody. Its arguments: the root, the project, Node, the files; then what Node runs.
 */
const enterBareRoot = `
set -e
R=$1 P=$2 NODE=$3 FILES=$4
shift 4
mount -t tmpfs -o mode=755,size=16m tmpfs "$R"
mkdir -p "$R/usr/bin" "$R/usr/lib" "$R/proc" "$R/dev" "$R/data" "$R/kurs"
mount --bind /usr/lib "$R/usr/lib"
for d in lib lib64 usr/lib64; do
  if [ -L "/$d" ]; then ln -s "$(readlink "/$d")" "$R/$d"
  elif [ -d "/$d" ]; then mkdir "$R/$d"; mount --bind "/$d" "$R/$d"; fi
done
mount -t proc proc "$R/proc"
for d in null urandom random; do touch "$R/dev/$d"; mount --bind "/dev/$d" "$R/dev/$d"; done
touch "$R/usr/bin/node"
mount --bind "$NODE" "$R/usr/bin/node"
for f in $FILES; do
  mkdir -p "$(dirname "$R/kurs/$f")"
  if [ -d "$P/$f" ]; then mkdir "$R/kurs/$f"; else touch "$R/kurs/$f"; fi
  mount --bind "$P/$f" "$R/kurs/$f"
  mount -o remount,bind,ro "$R/kurs/$f"
done
mount -t tmpfs -o size=64m,uid=65534,gid=65534,mode=700 tmpfs "$R/data"
mount -o remount,ro "$R"
# The first argument is the Node of the machine.
shift
exec chroot --userspec=65534:65534 "$R" /usr/bin/node "$@"
`;

let folder: string;
let database: TestDatabase;
let product: Product | null = null;

describeWithSmallDisk('the files of the image in a bare root', () => {
  beforeAll(async () => {
    // The image's pages are those of the project.
    await buildIfStale();
    folder = mkdtempSync(join(tmpdir(), 'kurs-root-'));
    writeFileSync(join(folder, 'enter.sh'), enterBareRoot);
    database = await createTestDatabase();
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  it('F27: start and serve as nobody, with one folder that can be written', { timeout: 120_000 }, async () => {
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'node_modules', 'src', 'migrations']));
    const root = mkdtempSync(join(folder, 'root-'));
    const enter = ['unshare', '-m', 'sh', join(folder, 'enter.sh'), root, process.cwd(), process.execPath];
    product = await startProduct(
      { DATA_DIR: '/data', DATABASE_URL: database.url, DEMO: 'on', NODE_COMPILE_CACHE: '' },
      { within: [...enter, copied.join(' ')], main: '/kurs/src/server/main.ts' },
    );
    const status = readFileSync(`/proc/${product.process.pid}/status`, 'utf8');
    expect(/^Uid:\t(\d+)\t(\d+)/m.exec(status)?.slice(1)).toEqual(['65534', '65534']);
    expect((await fetch(`${product.url}/uk`)).status).toBe(200);
    const { user } = await signIn(product.url);
    expect(user.id).toMatch(/^[\da-f-]{36}$/);
    const mounts = readFileSync(`/proc/${product.process.pid}/mountinfo`, 'utf8').split('\n');
    const isWritable = (line: string): boolean => / \/(data|kurs\S*)? rw[, ]/.test(line);
    expect(mounts.filter(isWritable).map((line) => line.split(' ')[4])).toEqual(['/data']);
  });
});
