import './app/early-keys.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { queryClient } from './data/query-client.ts';
import { sessionQuery } from './data/session.ts';
import './style.css';
import { browserLocale, rememberedLocale, setLanguage } from './words/translations.ts';

// Starts in parallel with the loading of the words. On the first visit it decides about them, so that only one language is loaded.
const session = queryClient.fetchQuery(sessionQuery).catch(() => null);
await setLanguage(rememberedLocale() ?? (await session)?.locale ?? browserLocale());
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
