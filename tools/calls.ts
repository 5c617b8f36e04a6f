import { everyCall } from '#shared/contract/index.ts';

// One call a line, path first: what it needs and which feature owns it.
for (const { call, feature } of everyCall()) console.log(`${call.path}\t${call.needs}\t${feature}`);
