// https://github.com/yuhc/gpu-rodinia, folder cuda: programs with the data that rodinia-data.mjs writes, in the place and
// the form in which they read it. The data of the suite itself are not in its repository.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeSmaller, withSmallerConstant } from './made-smaller.mjs';
import { byItsOwnWords, endsWell } from './own-words.mjs';
import { writeRodiniaData } from './rodinia-data.mjs';

/** Programs that are left out, and why. */
export const RODINIA_LEFT_OUT = {
  heartwall: 'its film is not in the repository',
  hybridsort: 'texture references, which CUDA 12 removed',
  kmeans: 'texture references, which CUDA 12 removed',
  leukocyte: 'texture references, which CUDA 12 removed',
  mummergpu: 'texture references, which CUDA 12 removed',
  myocyte: 'its initial values and parameters are not in the repository',
};

const LAVA = ['kernel/kernel_gpu_cuda_wrapper.cu', 'util/num/num.c', 'util/timer/timer.c', 'util/device/device.cu'];
const TREE = [
  'kernel/kernel_gpu_cuda_wrapper.cu',
  'kernel/kernel_gpu_cuda_wrapper_2.cu',
  'util/timer/timer.c',
  'util/num/num.c',
  'util/cuda/cuda.cu',
];
const WAVELETS = ['common', 'fdwt53', 'fdwt97', 'rdwt53', 'rdwt97'].map((name) => `dwt_cuda/${name}.cu`);
const HUFFMAN = ['stats_logger.cpp', 'vlc_kernel_sm64huff.cu', 'scan.cu', 'pack_kernels.cu', 'cpuencode.cpp'];

/** The folder of a program → its sources, its arguments, and its own words where it compares. */
const PROGRAMS = {
  'b+tree': [['main.c', ...TREE], 'file ../../data/b+tree/mil.txt command ../../data/b+tree/command.txt'],
  backprop: [['backprop_cuda.cu', 'backprop.c', 'facetrain.c', 'imagenet.c'], '1024'],
  bfs: [['bfs.cu'], '../../data/bfs/graph.txt'],
  'cfd/euler3d': [['euler3d.cu'], '../../data/cfd/mesh'],
  'cfd/euler3d_double': [['euler3d_double.cu'], '../../data/cfd/mesh'],
  'cfd/pre_euler3d': [['pre_euler3d.cu'], '../../data/cfd/mesh'],
  'cfd/pre_euler3d_double': [['pre_euler3d_double.cu'], '../../data/cfd/mesh'],
  'dwt2d, 5/3': [['main.cu', 'dwt.cu', 'components.cu', ...WAVELETS], '../../data/dwt2d/rgb.bmp -d 64x64 -f -5 -l 2'],
  'dwt2d, 9/7': [['main.cu', 'dwt.cu', 'components.cu', ...WAVELETS], '../../data/dwt2d/rgb.bmp -d 64x64 -f -9 -l 2'],
  gaussian: [['gaussian.cu'], '-s 32'],
  hotspot: [['hotspot.cu'], '64 2 4 ../../data/hotspot/temp ../../data/hotspot/power output.out'],
  hotspot3D: [
    ['3D.cu'],
    '64 8 4 ../../data/hotspot/power ../../data/hotspot/temp output.out',
    { good: /Accuracy: 0\.0/ },
  ],
  huffman: [
    ['main_test_cu.cu', ...HUFFMAN],
    '../../data/huffman/bytes.in',
    { good: /PASSED|match/i, bad: /FAILED|differ/i },
  ],
  lavaMD: [['main.c', ...LAVA], '-boxes1d 2'],
  lud: [['cuda/lud.cu', 'cuda/lud_kernel.cu', 'common/common.c'], '-s 64 -v', { good: /Verify/, bad: /dismatch/ }],
  nn: [['nn_cuda.cu'], 'filelist -r 5 -lat 30 -lng 90'],
  nw: [['needle.cu'], '64 10'],
  'particlefilter, float': [['ex_particle_CUDA_float_seq.cu'], '-x 32 -y 32 -z 3 -np 200'],
  'particlefilter, naive': [['ex_particle_CUDA_naive_seq.cu'], '-x 32 -y 32 -z 3 -np 200'],
  pathfinder: [['pathfinder.cu'], '2000 20 5'],
  'srad/srad_v1': [['main.cu'], '2 0.5 64 48'],
  'srad/srad_v2': [['srad.cu'], '64 64 0 31 0 31 0.5 2'],
  streamcluster: [
    ['streamcluster_cuda_cpu.cpp', 'streamcluster_cuda.cu', 'streamcluster_header.cu'],
    '4 8 8 512 512 50 none output.txt 1',
  ],
};

/** The programs that repeat a step too often for the emulator. */
const ROUNDS = [['#define iterations 2000', '#define iterations 2']];
const SMALLER = {
  'cfd/euler3d': ROUNDS,
  'cfd/euler3d_double': ROUNDS,
  'cfd/pre_euler3d': ROUNDS,
  'cfd/pre_euler3d_double': ROUNDS,
};

/**
 * @param folder the repository's
 * @param scratch where the data go, and copies with a smaller constant
 */
export function rodinia(folder, scratch) {
  writeRodiniaData(folder, join(scratch, 'data'));
  return Object.entries(PROGRAMS).map(([id, [sources, args, words]]) => {
    const [place] = id.split(/,/);
    const home = join(folder, 'cuda', place.startsWith('cfd/') ? 'cfd' : place);
    const cwd = join(scratch, 'cuda', place.startsWith('cfd/') ? 'cfd' : place);
    mkdirSync(cwd, { recursive: true });
    const kind = words ? 'compares' : 'compares nothing';
    const smaller = SMALLER[id];
    const [file, ...others] = sources.map((name) => join(home, name));
    return {
      id,
      kind: smaller ? withSmallerConstant(kind) : kind,
      file: smaller ? madeSmaller(file, smaller, join(scratch, id)) : file,
      cwd,
      args: [...others, '--', ...args.split(' ')],
      options: [home, join(home, 'common')]
        .filter(existsSync)
        .flatMap((path) => ['--include', path])
        .concat(['--dir', scratch]),
      expected: words ? byItsOwnWords(words) : endsWell,
    };
  });
}
