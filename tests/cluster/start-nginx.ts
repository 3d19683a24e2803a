import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { untilListening } from '#tests/support/network/until-listening.ts';

const shipped = new URL('../../deploy/nginx.conf', import.meta.url);
const env = { PATH: `${process.env.PATH ?? ''}:/usr/sbin` };

export const hasNginx = spawnSync('nginx', ['-v'], { env }).status === 0;

export interface Nginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** nginx with the configuration that ships, in front of these ports. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-nginx-'));
  const port = await freePort();
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n  ');
  const site = readFileSync(shipped, 'utf8')
    .replace(/( *server api-\d:3000 [^\n]*\n)+/, `  ${servers}\n`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  writeFileSync(join(folder, 'nginx.conf'), createMainConfig(folder, site));
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const child = spawn('nginx', args, { env, stdio: 'inherit' });
  await untilListening(port, child);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const createMainConfig = (folder: string, site: string): string => `
daemon off;
pid ${join(folder, 'pid')};
worker_processes 1;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${join(folder, 'body')};
  proxy_temp_path ${join(folder, 'proxy')};
  fastcgi_temp_path ${join(folder, 'fastcgi')};
  uwsgi_temp_path ${join(folder, 'uwsgi')};
  scgi_temp_path ${join(folder, 'scgi')};
  ${site}
}`;
