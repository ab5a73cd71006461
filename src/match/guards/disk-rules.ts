import type { Word } from '../../shell/command-facts.ts'
import type { GuardRule, Suspicion } from './guard-pack.ts'
import { worst } from './worst.ts'

const disk = /^\/+dev\/+(?:disk\/|mapper\/)?(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|dm-|md|loop|by-)[\w./-]*/
const kernelSwitch =
  /^\/+(?:proc\/+(?:sysrq-trigger|sys\/)|sys\/(?:power|kernel|firmware|block)|dev\/+(?:mem|kmem|port)$)/

/** Raw disks, file systems and kernel switches. */
export const diskRules: readonly GuardRule[] = [
  {
    id: 'raw-disk',
    decision: 'deny',
    about: 'writes over a raw disk or a kernel switch',
    test: ({ command }) => {
      const redirects = command.command.redirects
        .filter((redirect) => redirect.kind !== 'read')
        .map((redirect) => judgeDevice(redirect.target))
      const writes = ['tee', 'cp', 'shred', 'truncate', 'cat', 'install', 'pv'].includes(command.program ?? '')
      const targets =
        command.program === 'dd'
          ? command.args.filter((word) => /^["']?of=/.test(word.raw) || word.value?.startsWith('of='))
          : []
      const operands =
        writes && command.program !== 'cat' ? command.operands.slice(command.program === 'cp' ? -1 : 0) : []
      return worst([
        ...redirects,
        ...operands.map((word) => judgeDevice(word)),
        ...targets.map(
          (word): Suspicion =>
            word.value === null ? 'maybe' : judgeDevice({ ...word, value: word.value.replace(/^of=/, '') }),
        ),
      ])
    },
    mustDeny: [
      'dd if=/dev/zero of=/dev/sda bs=1M',
      'cat x.img > /dev/nvme0n1',
      'echo b > /proc/sysrq-trigger',
      'tee /dev/sdb < image',
      'cp image.iso /dev/sdc',
      'dd of=/dev/disk/by-id/x if=y',
      'shred /dev/vda',
    ],
    mustAllow: [
      'dd if=/dev/zero of=test.img bs=1M count=10',
      'make > /dev/null 2>&1',
      'echo x > /dev/stderr',
      'dd if=/dev/urandom of=/tmp/r bs=1k count=1',
    ],
  },
  {
    id: 'format-disk',
    decision: 'deny',
    about: 'formats, partitions or erases a disk or volume',
    test: ({ command }) => {
      const program = command.program ?? ''
      if (/^mkfs(?:\.|$)|^mke2fs$|^newfs/.test(program)) return 'yes'
      if (
        [
          'wipefs',
          'blkdiscard',
          'mkswap',
          'lvremove',
          'vgremove',
          'pvremove',
          'sgdisk',
          'sfdisk',
          'cfdisk',
          'gdisk',
        ].includes(program)
      )
        return isListing(command.has('-l', '--list', '--help', '-n', '-d', '--dump', '-p', '--print'))
      if (program === 'fdisk' || program === 'parted')
        return isListing(command.has('-l', '--list', '--help') || command.args.some((word) => word.value === 'print'))
      if (program === 'cryptsetup')
        return command.args.some((word) => /^(?:luksFormat|erase|luksErase)$/i.test(word.value ?? '')) ? 'yes' : 'no'
      if (program === 'zpool' || program === 'zfs') return command.starts('destroy') ? 'yes' : 'no'
      if (program === 'diskutil')
        return command.args.some((word) => /^(?:erase|partition|zero|secureErase)/i.test(word.value ?? ''))
          ? 'yes'
          : 'no'
      if (program === 'hdparm')
        return command.args.some((word) => /security-erase|make-bad-sector/.test(word.value ?? '')) ? 'yes' : 'no'
      return 'no'
    },
    mustDeny: [
      'mkfs.ext4 /dev/sdb1',
      'wipefs -a /dev/sda',
      'fdisk /dev/sda',
      'parted /dev/sda mklabel gpt',
      'cryptsetup luksFormat /dev/sdb',
      'zpool destroy tank',
      'diskutil eraseDisk JHFS+ X disk2',
    ],
    mustAllow: ['fdisk -l', 'parted /dev/sda print', 'zpool status', 'lsblk', 'diskutil list'],
  },
]

function judgeDevice(word: Word): Suspicion {
  if (word.value === null)
    return /\/dev\//.test(word.raw) && !/\/dev\/(?:fd|tty|null|std)/.test(word.raw) ? 'maybe' : 'no'
  return disk.test(word.value) || kernelSwitch.test(word.value) ? 'yes' : 'no'
}

function isListing(lists: boolean): Suspicion {
  return lists ? 'no' : 'yes'
}
