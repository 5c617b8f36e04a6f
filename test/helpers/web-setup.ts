import { configure } from '@testing-library/react';

// A busy machine may take seconds for what is quick on an idle one; waiting longer costs nothing when it is quick.
configure({ asyncUtilTimeout: 15_000 });
