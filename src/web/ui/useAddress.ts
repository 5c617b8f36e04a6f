import { useSearchParams } from 'react-router';

/** What is to stand in the address; what is empty is taken out. */
export type Change = Readonly<Record<string, string | number | readonly number[] | undefined>>;

/** What a page keeps in its address, and how it is changed without a step for Back. */
export function useAddress(): { params: URLSearchParams; change(patch: Change): void } {
  const [params, setParams] = useSearchParams();
  const change = (patch: Change) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [key, value] of Object.entries(patch)) {
          const text = String(value ?? '');
          if (text === '') next.delete(key);
          else next.set(key, text);
        }
        return next;
      },
      { replace: true },
    );
  return { params, change };
}
