import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The services of the spec, and the two pages the server makes itself. */
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

/** A folder of ours may bear a service's name: `live` does. Its files are not the server's. */
const sourceFile = ({ url = '' }: { url?: string }) => (/\.(ts|tsx|css)(\?|$)/.test(url) ? url : undefined);

export default defineConfig({
  root: here('./src/web'),
  plugins: [react()],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The launcher writes the compressed files themselves and has their sizes.
    reportCompressedSize: false,
  },
  server: {
    // Pages such as /liveservices begin like a service; only the whole first part of the path counts.
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [`^${path}(/|$)`, { target: server, ws: true, bypass: sourceFile }]),
    ),
  },
});
