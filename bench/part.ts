/** Measures one part in this process and prints it as JSON; core.ts starts one process for each. */
import { measureCatalogue } from './catalogue.js';
import { loadOtherClasses } from './other-classes.js';
import { measureResolution } from './resolution.js';
import { measureRetention } from './retention.js';
import { measureValidation } from './validation.js';
import { measureWholeCall } from './whole-call.js';

const [part = '', amount = '0', rounds = '41'] = process.argv.slice(2);
const options = { rounds: Number(rounds) };

async function measure(): Promise<unknown> {
  switch (part) {
    case 'flat':
    case 'ticket':
    case 'rows':
      loadOtherClasses(Number(amount));
      return measureValidation(part, options);
    case 'call':
      loadOtherClasses(Number(amount));
      return measureWholeCall(options);
    case 'resolution':
      return measureResolution(Number(amount), options);
    case 'catalogue':
      return measureCatalogue(Number(amount));
    case 'retention':
      return measureRetention();
    default:
      throw new Error(`There is no part '${part}'.`);
  }
}

process.stdout.write(JSON.stringify(await measure()));
