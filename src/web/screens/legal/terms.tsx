import { LegalPage, legalMeta, prepareLegal } from './legal-page.tsx';

export const meta = legalMeta('terms');
export const prepare = prepareLegal('terms');

export default function Terms() {
  return <LegalPage document="terms" />;
}
