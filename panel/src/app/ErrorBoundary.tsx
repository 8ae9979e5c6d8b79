import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../words/translations.ts';

interface State {
  readonly hasFailed: boolean;
}

/** Error boundary that keeps a broken screen from taking down the others. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false };
  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? <BrokenScreen /> : this.props.children;
  }
}

function BrokenScreen() {
  const { failure } = useWords();
  return (
    <main role="alert" className="flex flex-col items-start gap-3 p-6">
      <h1 className="font-semibold text-page">{failure.screen}</h1>
      <Button look="primary" onClick={() => location.reload()}>
        {failure.reload}
      </Button>
    </main>
  );
}
