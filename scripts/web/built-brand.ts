import { ConfigError } from '#server/config.ts';
import { brandFolder, findBrandIssues, readBrand } from '#server/config/brand.ts';
import { exitOnError } from '#server/start/exit-on-error.ts';

export const brandDir = brandFolder(process.env['BRAND_DIR']);

const issues = findBrandIssues(brandDir);
if (issues.length > 0) exitOnError(new ConfigError(issues));

/** The brand of this build. */
export const { brand, logo } = readBrand(brandDir);

/** The tab's title without the name of the product. */
export const stripBrand = (title: string): string => title.replace(` · ${brand.name}`, '');
