import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tools that bring one native package a platform (the builder, the checkers) name all of them, but a lockfile knows
 * only those that its registry had. What this platform needs and the lockfile lacks is named here, by exact version.
 */
export function missingForPlatform(root, platform = process.platform, arch = process.arch) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
  const named = Object.values(packages).flatMap((entry) => Object.entries(entry.optionalDependencies ?? {}));
  const ours = named.filter(
    ([name, version]) => isFor(name, platform, arch) && /^\d/.test(version) && !locked.has(name),
  );
  return [...new Set(ours.map(([name, version]) => `${name}@${version}`))];
}

const isFor = (name, platform, arch) => new RegExp(`(^|[-/])${platform}-${arch}(-gnu|-msvc)?$`).test(name);
