import './app/early-keys.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { queryClient } from './data/query-client.ts';
import { sessionQuery } from './data/session.ts';
import './style.css';
import { initialLocale, setLanguage } from './words/translations.ts';

// Starts in parallel with the loading of the words.
void queryClient.prefetchQuery(sessionQuery);
await setLanguage(initialLocale());
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
