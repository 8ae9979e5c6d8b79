import { navigate } from '../route/router.tsx';
import { say } from '../ui/Toast.tsx';
import { wayWordsIn } from '../words/sign-in-methods/use.ts';
import { localeNow } from '../words/translations.ts';

/** Shows that the sign-in provider returned without success (`?oidc=refused`), and removes the parameter from the address. */
export async function sayReturned(): Promise<void> {
  const isAway = new URLSearchParams(location.search).get('oidc') === 'unavailable';
  navigate(location.pathname, { replace: true });
  const { refused } = await wayWordsIn(localeNow());
  say(isAway ? refused.unavailable : refused.returned, { stays: true });
}
