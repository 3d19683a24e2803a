import { useNavigate } from 'react-router';
import { usePhrases } from '../language/use-phrases.ts';
import { paths } from '../paths.ts';
import { signOut } from './session-store.ts';

/** Signs out and goes home. First away, and at once: a page of the account would ask the visitor to sign in. */
export function useLeave(): () => void {
  const { lang } = usePhrases();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await navigate(paths.home(lang), { flushSync: true });
    await signOut();
  };
  return () => void leave();
}
