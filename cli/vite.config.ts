import { defineConfig } from 'vite'

/** Bundles the program with everything that it imports into one file, which Node runs. */
export default defineConfig({
  ssr: { noExternal: true },
  build: {
    ssr: 'src/main.ts',
    target: 'node26',
    license: { fileName: 'notices.txt' },
    rolldownOptions: { output: { entryFileNames: 'bidwell-cli.js', codeSplitting: false } },
  },
})
