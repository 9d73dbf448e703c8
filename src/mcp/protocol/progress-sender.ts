import type { ProgressUpdate } from '../../context/current-call.js';
import type { OrderedNotices } from './ordered-notices.js';
import type { CatalogueCall } from './tool-catalogue.js';

/** Sends the progress of a call to a client that asked for it. */
export function progressSender(
  progressToken: string | number,
  notices: OrderedNotices,
): NonNullable<CatalogueCall['onProgress']> {
  let last = -Infinity;
  return update => {
    // JSON has no NaN and no infinity, and MCP wants the value to grow.
    if (!Number.isFinite(update.progress) || update.progress <= last) return;
    last = update.progress;
    notices.send({
      method: 'notifications/progress',
      params: { ...soundUpdate(update), progressToken },
    });
  };
}

function soundUpdate({ total, ...update }: ProgressUpdate): ProgressUpdate {
  return total !== undefined && Number.isFinite(total) ? { ...update, total } : update;
}
