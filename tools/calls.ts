import { everyCall } from '#shared/contract/index.ts';

// One call per line: path, required power, feature.
for (const { call, feature } of everyCall()) console.log(`${call.path}\t${call.needs}\t${feature}`);
