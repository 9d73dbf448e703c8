/** Measures one part in this process and prints it as JSON; core.ts starts one process for each. */
import { loadOtherClasses } from './other-classes.js';

const [part = '', others = '0', rounds = '41', size = '0'] = process.argv.slice(2);
const options = { rounds: Number(rounds) };

/** Loads what the part needs and nothing else: what is loaded beside it changes what is measured. */
async function measure(): Promise<unknown> {
  loadOtherClasses(Number(others));
  switch (part) {
    case 'flat':
    case 'ticket':
    case 'rows':
      return (await import('./validation.js')).measureValidation(part, options);
    case 'call':
      return (await import('./whole-call.js')).measureWholeCall(options);
    case 'resolution':
      return (await import('./resolution.js')).measureResolution(Number(size), options);
    case 'catalogue':
      return (await import('./catalogue.js')).measureCatalogue(Number(size));
    case 'retention':
      return (await import('./retention.js')).measureRetention();
    default:
      throw new Error(`There is no part '${part}'.`);
  }
}

process.stdout.write(JSON.stringify(await measure()));
