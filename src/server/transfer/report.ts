/** Progress of a transfer. */
export interface Progress {
  doing: 'Writing' | 'Copying' | 'Checking' | 'Loading' | 'Comparing';
  what: string;
  rows?: number;
  done: number;
  total: number;
}

export type Report = (progress: Progress) => void;
