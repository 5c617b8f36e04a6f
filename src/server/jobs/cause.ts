import { isUnavailable, refusesWrites } from '#server/db/errors.ts';
import { Fault } from '#shared/faults.ts';

/**
 * Why a job failed, in words that its reader understands. For an unforeseen error, the number under which the log has
 * it.
 */
export function causeOf(error: unknown, request_id: string): Fault {
  if (error instanceof Fault) return error;
  if (isUnavailable(error)) {
    const detail = refusesWrites(error) ? 'database_refuses' : 'database_away';
    return new Fault('processing_failed', { detail, params: { request_id } });
  }
  const isFull =
    error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code));
  if (isFull) return new Fault('processing_failed', { detail: 'disk_full' });
  return new Fault('processing_failed', { detail: 'unknown_error', params: { request_id } });
}
