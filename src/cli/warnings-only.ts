import type { Logger } from '../index.js';
import { stderrLogger } from './stderr-logger.js';

/** For commands that call nothing: what is told along the way matters to those who do. */
export const warningsOnly: Logger = { ...stderrLogger, debug: () => undefined, info: () => undefined };
