// What the three units of this program share: functions, variables and a class, each defined in one
// unit and used in the others.
#pragma once

struct Shape {
    __device__ virtual int area() const = 0;
    __device__ virtual ~Shape() {}
};

__device__ Shape* make_shape(int kind, int size); // shapes.cu
__device__ int gcd(int a, int b);                 // numbers.cu, used in shapes.cu and main.cu
__device__ int call_through(int (*function)(int), int value);

extern __device__ int calls;        // numbers.cu
extern __constant__ int factors[4]; // numbers.cu
extern __device__ int (*transform)(int);

void launch_from_numbers(int* out, int count);
