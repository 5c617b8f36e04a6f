import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The service paths of the spec, and the server's own pages. */
const SERVER_PATHS = [
  '/auth_login',
  '/monitor',
  '/live',
  '/cloud_video',
  '/gps',
  '/file',
  '/protocol',
  '/platform',
  '/docs',
  '/health',
];
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** Source folders may have a service's name (`live`); their files are not proxied. */
const sourceFile = ({ url = '' }: { url?: string }) => (/\.(ts|tsx|css)(\?|$)/.test(url) ? url : undefined);

export default defineConfig({
  root: here('./src/web'),
  plugins: [react()],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The launcher compresses the files itself.
    reportCompressedSize: false,
  },
  server: {
    // Match the whole first path segment: pages such as /liveservices start with a service's name.
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [`^${path}(/|$)`, { target: server, ws: true, bypass: sourceFile }]),
    ),
  },
});
