import { afterEach, describe, expect, it, vi } from 'vitest'
import { Later } from '../src/lib/later.svelte'

describe('what is fetched when it is needed', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('is fetched once, by whoever needs it first', async () => {
    const fetch = vi.fn(() => Promise.resolve('part'))
    const part = new Later(fetch)
    expect([part.now, part.now]).toEqual([null, null])
    expect(await part.come()).toBe('part')
    expect(part.now).toBe('part')
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('is asked for again by a person only, if it did not come', async () => {
    const fetch = vi.fn(() => Promise.reject<string>(new Error('lost')))
    const part = new Later(fetch)
    await expect(part.come()).rejects.toThrow('lost')
    expect([part.failed, part.now]).toEqual([true, null])
    expect(fetch).toHaveBeenCalledOnce()
    fetch.mockImplementation(() => Promise.resolve('part'))
    await part.again()
    expect([part.failed, part.now]).toEqual([false, 'part'])
  })

  it('is fetched when it is needed, if it did not come before', async () => {
    const fetch = vi.fn(() => Promise.reject<string>(new Error('lost')))
    const part = new Later(fetch)
    part.ahead()
    await vi.waitFor(() => expect(fetch.mock.settledResults[0]?.type).toBe('rejected'))
    await vi.waitFor(() => expect(part.failed).toBe(false))
    fetch.mockImplementation(() => Promise.resolve('part'))
    void part.now
    expect(await part.come()).toBe('part')
  })

  it.each([true, false])('is of another build where the server answers without it: %s', async (answers) => {
    const reload = vi.fn()
    vi.stubGlobal('location', { pathname: '/', reload })
    vi.stubGlobal('fetch', () => (answers ? Promise.resolve({ ok: true }) : Promise.reject(new Error('lost'))))
    const part = new Later(() => Promise.reject(new Error('404')))
    await part.again()
    expect(part.failed).toBe(true)
    expect(reload).toHaveBeenCalledTimes(answers ? 1 : 0)
  })
})
