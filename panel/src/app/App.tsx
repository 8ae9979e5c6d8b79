import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { reauthenticationQuestion } from '../commands/reauthentication.ts';
import { queryClient } from '../data/query-client.ts';
import { rememberedTeam, sessionQuery, teamsQuery } from '../data/session.ts';
import { AuthLayout } from '../display/AuthLayout.tsx';
import { lazyWithWords } from '../display/lazy.tsx';
import { QueryContent } from '../display/QueryContent.tsx';
import { paths, teamIn } from '../route/paths.ts';
import { Link, navigate, usePathname } from '../route/router.tsx';
import { resetDocumentTitle } from '../ui/document-title.ts';
import { Toasts } from '../ui/Toast.tsx';
import { setLanguage, useWords } from '../words/translations.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import './validation-messages.ts';
import { OfflineBanner, useVersionCheck } from './connection.tsx';
import { routeOf } from './routes.ts';

const ReauthenticationDialog = lazyWithWords(
  () => import('./ReauthenticationDialog.tsx'),
  'nothing',
);

const loadShell = () => import('./Shell.tsx');
const Shell = lazyWithWords(loadShell);

/** Loads the shell, the screen and its data in parallel with the session; the sign-in page needs none of them. */
async function startFirstScreen({ pathname }: Location): Promise<void> {
  const route = routeOf(pathname);
  if (route?.frame === 'open') return;
  const slug = teamIn(pathname);
  const screenData = async () => {
    const screen = await route?.load();
    if (slug !== undefined) await screen?.preload?.(slug);
  };
  await Promise.all([
    loadShell(),
    screenData(),
    slug === undefined ? undefined : queryClient.prefetchQuery(teamsQuery),
  ]);
}
startFirstScreen(location).catch(() => {});

const NeedsSecondFactor = lazyWithWords(() => import('./NeedsSecondFactor.tsx'));
const SecondFactorDeadline = lazyWithWords(() => import('./SecondFactorDeadline.tsx'), 'nothing');
const SettingsFrame = lazyWithWords(() => import('./SettingsFrame.tsx'));

export function App() {
  const { common } = useWords();
  const isProofWanted = useSyncExternalStore(
    reauthenticationQuestion.subscribe,
    reauthenticationQuestion.isWanted,
  );
  useVersionCheck();
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineBanner />
      <ErrorBoundary>
        <Suspense>
          <Page />
          {isProofWanted ? <ReauthenticationDialog /> : null}
        </Suspense>
      </ErrorBoundary>
      <Toasts label={common.notices} closeLabel={common.close} />
    </QueryClientProvider>
  );
}

function Page() {
  const pathname = usePathname();
  const { app } = useWords();
  const route = routeOf(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every address starts from the plain title
  useLayoutEffect(resetDocumentTitle, [pathname]);
  if (route?.frame === 'open') return <route.Screen />;
  if (pathname !== paths.start() && !route)
    return (
      <AuthLayout title={app.notFound}>
        <Link href={paths.start()} className="self-start text-accent hover:underline">
          {app.toStart}
        </Link>
      </AuthLayout>
    );
  return <SignedIn />;
}

/** Screens that need a session. Redirects to the sign-in, which leads back. */
function SignedIn() {
  const pathname = usePathname();
  const query = useQuery(sessionQuery);
  const isOut = query.data === null;
  const locale = query.data?.locale;
  const route = routeOf(pathname);
  useEffect(() => {
    const address = location.pathname + location.search;
    if (isOut)
      navigate(paths.signIn(address === paths.start() ? undefined : address), { replace: true });
  }, [isOut]);
  useEffect(() => {
    if (locale) void setLanguage(locale);
  }, [locale]);
  useEffect(() => {
    if (location.search.includes('oidc='))
      void import('./oidc-return.ts').then(({ showOidcReturn: sayReturned }) => sayReturned());
  }, []);
  if (isOut) return null;
  return (
    <QueryContent query={query}>
      {() => {
        if (!route) return <Start />;
        const screen = <route.Screen key={pathname} />;
        if (route.frame === 'alone') return screen;
        const framed = (
          <ErrorBoundary key={pathname}>
            <RequireSession>{screen}</RequireSession>
          </ErrorBoundary>
        );
        return (
          <Shell>
            {route.frame === 'settings' ? <SettingsFrame>{framed}</SettingsFrame> : framed}
          </Shell>
        );
      }}
    </QueryContent>
  );
}

/** Screen of a team, or the setup of a second factor if the team requires one first. */
function RequireSession({ children }: { readonly children: ReactNode }) {
  const slug = teamIn(usePathname());
  const { data: teams } = useQuery({ ...teamsQuery, enabled: slug !== undefined });
  const team = teams?.find((each) => each.slug === slug);
  if (team?.needs_second_factor) return <NeedsSecondFactor />;
  const from = team?.second_factor_from;
  return (
    <>
      {from ? <SecondFactorDeadline from={from} /> : null}
      {children}
    </>
  );
}

/** `/`: the last team, the only one, or the list of teams. */
function Start() {
  const query = useQuery(teamsQuery);
  const teams = query.data;
  useEffect(() => {
    if (!teams) return;
    const last = teams.find(({ slug }) => slug === rememberedTeam());
    const team = last ?? (teams.length === 1 ? teams[0] : undefined);
    navigate(team ? paths.team(team.slug) : paths.teams(), { replace: true });
  }, [teams]);
  return <QueryContent query={query}>{() => null}</QueryContent>;
}
