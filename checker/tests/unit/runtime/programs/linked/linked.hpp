// What the two units of the linked program share.
#pragma once

extern __device__ int counter;
extern __constant__ int table[4];
extern __managed__ int managed;

__device__ int twice(int x);
__device__ int operation(int x); // through a pointer to a static function

__global__ void declared_elsewhere(int* sum);
__global__ void read_managed();

void add_own_of_second(int* sum);
