/** Measures one part in this process and prints it as JSON; core.ts starts one process for each. */
import { loadOtherClasses } from './other-classes.js';

const [part = '', amount = '0', rounds = '41'] = process.argv.slice(2);
const options = { rounds: Number(rounds) };

/** Loads what the part needs and nothing else: what is loaded beside it changes what is measured. */
async function measure(): Promise<unknown> {
  switch (part) {
    case 'flat':
    case 'ticket':
    case 'rows': {
      const { measureValidation } = await import('./validation.js');
      loadOtherClasses(Number(amount));
      return measureValidation(part, options);
    }
    case 'call': {
      const { measureWholeCall } = await import('./whole-call.js');
      loadOtherClasses(Number(amount));
      return measureWholeCall(options);
    }
    case 'resolution':
      return (await import('./resolution.js')).measureResolution(Number(amount), options);
    case 'catalogue':
      return (await import('./catalogue.js')).measureCatalogue(Number(amount));
    case 'retention':
      return (await import('./retention.js')).measureRetention();
    default:
      throw new Error(`There is no part '${part}'.`);
  }
}

process.stdout.write(JSON.stringify(await measure()));
