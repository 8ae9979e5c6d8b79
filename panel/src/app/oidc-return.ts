import { navigate } from '../route/router.tsx';
import { say } from '../ui/Toast.tsx';
import { signInMethodWordsIn } from '../words/sign-in-methods/use.ts';
import { localeNow } from '../words/translations.ts';

/** Shows that the sign-in provider returned without success (`?oidc=refused`), and removes the parameter from the address. */
export async function showOidcReturn(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const isAway = query.get('oidc') === 'unavailable';
  query.delete('oidc');
  navigate(location.pathname + (query.size > 0 ? `?${query}` : ''), { replace: true });
  const { refused } = await signInMethodWordsIn(localeNow());
  say(isAway ? refused.unavailable : refused.returned, { stays: true });
}
