import { Queue, Worker } from 'bullmq'
import { openTask } from './task.ts'

const { address, now, dueAt, called, finish } = openTask()
const { hostname: host, port } = new URL(address)
const connection = { host, port: Number(port), maxRetriesPerRequest: null }
const queue = new Queue('fire', { connection })
const worker = new Worker('fire', async (job) => called(job.data.index), { connection, concurrency: 100 })
await worker.waitUntilReady()
const jobs = dueAt.map((instant, index) => ({ name: 'fire', data: { index }, opts: { delay: instant - now() } }))
await queue.addBulk(jobs)
await finish()
