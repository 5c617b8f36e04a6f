import type { FaultName, FieldProblem } from '#shared/faults.ts';

/**
 * refused: the server answered with a result code · http: a status other than 200 · network: no answer · cancelled:
 * the caller is gone, so nothing is shown
 */
export type CallErrorKind = 'refused' | 'http' | 'network' | 'cancelled';

interface CallErrorParts {
  fault?: FaultName;
  code?: number;
  fields?: FieldProblem[];
  detail?: string;
  params?: Record<string, string | number>;
  data?: unknown;
  request_id?: string;
  status?: number;
}

/** Everything that a call can throw. */
export class CallError extends Error {
  readonly kind: CallErrorKind;
  /** Undefined if nothing was refused by name: no answer, or a code that this browser does not know. */
  readonly fault: FaultName | undefined;
  readonly code: number | undefined;
  readonly fields: FieldProblem[];
  readonly detail: string | undefined;
  readonly params: Record<string, string | number>;
  readonly data: unknown;
  readonly request_id: string | undefined;
  readonly status: number | undefined;

  constructor(kind: CallErrorKind, message: string, parts: CallErrorParts = {}) {
    super(message);
    this.name = 'CallError';
    this.kind = kind;
    this.fault = parts.fault;
    this.code = parts.code;
    this.fields = parts.fields ?? [];
    this.detail = parts.detail;
    this.params = parts.params ?? {};
    this.data = parts.data;
    this.request_id = parts.request_id;
    this.status = parts.status;
  }
}
