#!/usr/bin/env node
import { buildWeb } from './prepare.mjs'

await buildWeb()
