import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files with long waits. Vitest starts large files first, so these would start last and run alone at the end. */
const LONG = [
  'src/server/health/database-away.test.ts',
  'src/server/main.test.ts',
  'src/server/settings/rubbish.test.ts',
  'src/web/shell/ServiceBanner.test.tsx',
  'tools/simulator/planted-gaps.test.ts',
];

const isLong = ({ moduleId }: TestSpecification) => LONG.some((file) => moduleId.endsWith(file));

/** Vitest's order, with the long files first in their project. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
