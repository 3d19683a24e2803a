import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { isInstalled, systemPath } from './installed.ts';
import { untilListening } from './until-listening.ts';

const shipped = new URL('../../../deploy/nginx/', import.meta.url);
const readShipped = (name: string): string => readFileSync(new URL(name, shipped), 'utf8');

export const hasNginx = isInstalled('nginx');

/** nginx as compose.yaml has it, in front of these ports. */
export async function startNginx(ports: readonly number[]) {
  const folder = createFolder(ports);
  const port = await freePort();
  const site = readShipped('demo.conf').replace('listen 80;', `listen 127.0.0.1:${port};`);
  const main = `events { worker_connections 4096; }\nhttp {\n  access_log off;\n  include upstream.conf;\n  ${site}\n}`;
  const stop = await start(folder, `pid ${join(folder, 'nginx.pid')};\nworker_processes 1;\n${main}`, port);
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** nginx of production for this domain, with a certificate that it signed itself. */
export async function startProductionNginx(domain: string, ports: readonly number[]) {
  const folder = createFolder(ports);
  const [port, tlsPort] = [await freePort(), await freePort()];
  createCertificate(folder, domain, 90);
  mkdirSync(join(folder, '.well-known/acme-challenge'), { recursive: true });
  const main = readShipped('production.conf.template')
    .replaceAll('${DOMAIN}', domain)
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll(/listen 80\b/g, `listen 127.0.0.1:${port}`)
    .replaceAll(/listen 443\b/g, `listen 127.0.0.1:${tlsPort}`)
    .replaceAll('/etc/letsencrypt/live/kurs', folder)
    .replace('/run/', `${folder}/`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replace('/var/www/html', folder);
  const stop = await start(folder, main, tlsPort);
  /** `folder` stands for /etc/nginx, /var/log/nginx, /var/www and the folder of the certificate. */
  return { port, tlsPort, folder, stop };
}

export type ProductionNginx = Awaited<ReturnType<typeof startProductionNginx>>;

export function createCertificate(folder: string, domain: string, days: number): void {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const names = ['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain}`];
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', String(days)];
  execFileSync('openssl', ['req', '-x509', ...key, ...files, ...names], { stdio: 'pipe' });
}

function createFolder(ports: readonly number[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-nginx-'));
  // Its workers are another user when tests run as root.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'mime.types'), 'types { text/html html; }');
  writeFileSync(join(folder, 'proxy.conf'), readShipped('proxy.conf').replaceAll('/etc/nginx', folder));
  const servers = ports.map((port) => `  server 127.0.0.1:${port} max_fails=0;\n`).join('');
  const upstream = readShipped('upstream-systemd.conf').replace(/(?: *server \S+:\d+ .*\n)+/, servers);
  writeFileSync(join(folder, 'upstream.conf'), upstream);
  copyFileSync(new URL('unavailable.html', shipped), join(folder, 'unavailable.html'));
  return folder;
}

/** Returns what stops it. */
async function start(folder: string, main: string, port: number): Promise<() => Promise<void>> {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main.replace('http {', `http {\n  ${places.join('\n  ')}`));
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'start.log'), '-g', 'daemon off;'];
  const child = spawn('nginx', args, { env: { PATH: systemPath }, stdio: 'inherit' });
  await untilListening(port, child);
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
