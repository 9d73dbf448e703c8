import { register } from 'node:module';

// For `node --import`: runs TypeScript with decorator metadata, as the commands do with MODULE.
register('./hooks.js', import.meta.url);
