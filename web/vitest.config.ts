// Apart from the build: it needs no Vitest.
import { defineConfig, mergeConfig } from 'vitest/config'
import build from './vite.config'

export default mergeConfig(build, defineConfig({ test: { include: ['tests/**/*.test.ts'] } }))
